//! Landlock, seccomp and resource limits, for this process and the program that replaces it.

use super::Policy;
use anyhow::{Context, Result, bail};
use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
    path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use std::env::consts::ARCH;

/// Restricts this process for good. The process must have only one thread. Returns the names of the mechanisms.
///
/// # Errors
/// If the kernel does not have the mechanisms.
pub(super) fn restrict(policy: &Policy) -> Result<String> {
    set_limits(policy)?;
    // If the process that waits for the result ends, this one ends too.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if policy.trust {
        return Ok("limits on time and memory".into());
    }
    let landlock = restrict_files(policy).context("Landlock")?;
    restrict_system_calls(policy.start).context("seccomp")?;
    Ok(format!("Landlock {landlock} and seccomp"))
}

/// Sets the limits on memory, time, file size and open files.
fn set_limits(policy: &Policy) -> Result<()> {
    let limits = [
        (Resource::As, policy.megabytes << 20),
        (Resource::Cpu, policy.seconds),
        // Memory in use, as a driver reserves more addresses than it uses. Shared memory does not count.
        (Resource::Data, if policy.start { policy.megabytes << 20 } else { (policy.megabytes << 20).min(2 << 30) }),
        // A library that is compiled is larger than anything a check may write.
        (Resource::Fsize, if policy.start { 1 << 30 } else { 16 << 20 }),
        (Resource::Core, 0),
        (Resource::Nofile, if policy.start { 1024 } else { 128 }),
    ];
    for (resource, most) in limits {
        // A limit that is lower already cannot be raised.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// Restricts access to files, and returns the version of Landlock that is in force.
fn restrict_files(policy: &Policy) -> Result<ABI> {
    // A kernel with an older version ignores later rights; the first version keeps files safe.
    let all = AccessFs::from_all(ABI::V5);
    // A check writes to devices only; a compiler makes plain files and folders.
    let written = if policy.start {
        all & !(AccessFs::Execute | AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock)
    } else {
        AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::WriteFile | AccessFs::IoctlDev
    };
    let status = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(&policy.read, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(&policy.list, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(&policy.write, written))?
        .add_rules(path_beneath_rules(&policy.become_, AccessFs::Execute | AccessFs::ReadFile))?
        .restrict_self()?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if status.ruleset != RulesetStatus::NotEnforced => {
            Ok(effective_abi)
        }
        _ => bail!("this kernel does not have it"),
    }
}

/// System calls that no answer needs. A process that makes one is killed by SIGSYS, and the report names the call.
const KILLED: [i64; 7] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_reboot,
    libc::SYS_mount,
];

/// System calls that the compiler can do without.
const DENIED: [i64; 9] = [
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_unshare,
    libc::SYS_setns,
];

macro_rules! calls {
    ($($call:ident)*) => { &[$(libc::$call),*] };
}

/// System calls that a check may make; any other call fails as in a kernel that does not have it. A list of forbidden calls
/// would not be enough: Landlock restricts opening, making and removing files, but lets a process change the mode, the owner,
/// the times and the attributes of any file, watch any folder, and (before Linux 6.12) send signals; and the calls of the x32
/// ABI have other numbers.
const ALLOWED: &[i64] = calls![
    // Files and pipes
    SYS_read SYS_readv SYS_pread64 SYS_preadv SYS_write SYS_writev SYS_pwrite64 SYS_close SYS_lseek SYS_dup SYS_dup3
    SYS_fstat SYS_newfstatat SYS_statx SYS_statfs SYS_fstatfs SYS_faccessat SYS_faccessat2 SYS_openat SYS_readlinkat
    SYS_getdents64 SYS_getcwd SYS_chdir SYS_ioctl SYS_pipe2 SYS_ppoll SYS_pselect6
    SYS_eventfd2 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_ftruncate SYS_fallocate
    // Memory
    SYS_brk SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_mincore SYS_membarrier
    // Threads and this process; a user, where the sandbox gives up its own
    SYS_execve SYS_clone SYS_exit SYS_exit_group SYS_set_tid_address SYS_set_robust_list SYS_rseq SYS_futex SYS_sched_yield
    SYS_sched_getaffinity SYS_getcpu SYS_gettid SYS_getpid SYS_getppid SYS_getuid SYS_geteuid SYS_getgid SYS_getegid
    SYS_getrusage SYS_uname SYS_sysinfo SYS_getrandom SYS_setuid SYS_setgid SYS_setgroups
    SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_sigaltstack
    // Time
    SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday SYS_restart_syscall
];

/// System calls of a check by their older names.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = calls![
    SYS_open SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_dup2 SYS_pipe SYS_poll SYS_select SYS_epoll_create
    SYS_epoll_wait SYS_eventfd SYS_arch_prctl SYS_time
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// A condition on one argument of a call: its index, the comparison, and the value.
type When = (u8, SeccompCmpOp, i32);

/// Returns a rule that applies if all conditions hold.
fn rule(conditions: &[When]) -> Result<Vec<SeccompRule>> {
    let mut all = Vec::new();
    for (argument, operator, value) in conditions {
        let value = u64::from(value.unsigned_abs());
        all.push(SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, operator.clone(), value)?);
    }
    Ok(vec![SeccompRule::new(all)?])
}

/// Restricts system calls. A process that starts another without permission, or opens a network socket, is ended by SIGSYS.
fn restrict_system_calls(may_start: bool) -> Result<()> {
    use SeccompCmpOp::{Eq, Lt, MaskedEq};
    let mut killed = Vec::from(KILLED.map(|call| (call, Vec::new())));
    let mut network = Vec::new();
    for family in [libc::AF_INET, libc::AF_INET6, libc::AF_PACKET] {
        network.extend(rule(&[(0, Eq, family)])?);
    }
    killed.push((libc::SYS_socket, network));
    // A thread is a clone with this flag. The flags of clone3 are in memory, where no filter looks: the C library
    // takes clone where clone3 is not there.
    let is_process = (0, MaskedEq(libc::CLONE_THREAD.unsigned_abs().into()), 0);
    if may_start {
        filter(killed, SeccompAction::Allow, SeccompAction::KillProcess)?;
        let denied = DENIED.map(|call| (call, Vec::new()));
        return filter(denied.into(), SeccompAction::Allow, errno(libc::EPERM));
    }
    killed.push((libc::SYS_clone, rule(&[is_process])?));
    #[cfg(target_arch = "x86_64")]
    killed.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
    filter(killed, SeccompAction::Allow, SeccompAction::KillProcess)?;
    // Before Linux 6.2 Landlock does not see that a file which is opened for reading is emptied by that.
    let truncates = MaskedEq(libc::O_TRUNC.unsigned_abs().into());
    let opened = vec![
        (libc::SYS_openat, rule(&[(2, truncates.clone(), libc::O_TRUNC)])?),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, rule(&[(1, truncates, libc::O_TRUNC)])?),
    ];
    filter(opened, SeccompAction::Allow, errno(libc::EACCES))?;
    let this = i32::try_from(std::process::id())?;
    let mut of_descriptors = Vec::new();
    for command in OF_DESCRIPTORS {
        of_descriptors.extend(rule(&[(1, Eq, command)])?);
    }
    let mut allowed: Vec<_> = ALLOWED.iter().chain(OLDER).map(|call| (*call, Vec::new())).collect();
    allowed.extend([
        // An abort is a signal to oneself, a thread has a name, and a limit is one's own.
        (libc::SYS_tgkill, rule(&[(0, Eq, this)])?),
        (libc::SYS_prctl, rule(&[(0, Eq, libc::PR_SET_NAME)])?),
        (libc::SYS_prlimit64, rule(&[(0, Eq, 0)])?),
        // From here on advice takes pages of the machine out of use.
        (libc::SYS_madvise, rule(&[(2, Lt, libc::MADV_HWPOISON)])?),
        (libc::SYS_fcntl, of_descriptors),
    ]);
    filter(allowed, errno(libc::ENOSYS), SeccompAction::Allow)
}

/// Commands of `fcntl` on a process's own descriptors. Others lease or lock files that others use, or send them signals.
const OF_DESCRIPTORS: [i32; 6] =
    [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL];

fn errno(number: i32) -> SeccompAction {
    SeccompAction::Errno(number.unsigned_abs())
}

/// Adds a filter with an action for calls that match a rule, and one for all others. Of several filters the strictest counts.
fn filter(rules: Vec<(i64, Vec<SeccompRule>)>, otherwise: SeccompAction, action: SeccompAction) -> Result<()> {
    let rules = rules.into_iter().collect();
    let filter = SeccompFilter::new(rules, otherwise, action, ARCH.try_into()?)?;
    let program: BpfProgram = filter.try_into()?;
    Ok(seccompiler::apply_filter(&program)?)
}
