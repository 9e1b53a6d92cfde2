//! Landlock, seccomp and resource limits, for this process and all that it becomes.

use super::Policy;
use anyhow::{Context, Result, bail};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::env::consts::ARCH;

/// Restricts this process, which must have one thread, for good. Says by what.
///
/// # Errors
/// If the kernel cannot.
pub(super) fn restrict(policy: &Policy) -> Result<String> {
    limits(policy)?;
    if policy.trust {
        return Ok("limits on time and memory".into());
    }
    let landlock = files(policy).context("Landlock")?;
    system_calls(policy.start).context("seccomp")?;
    Ok(format!("Landlock {landlock} and seccomp"))
}

fn limits(policy: &Policy) -> Result<()> {
    let limits = [
        (Resource::As, policy.megabytes << 20),
        (Resource::Cpu, policy.seconds),
        // A library that is compiled is larger than anything a check may write.
        (Resource::Fsize, if policy.start { 1 << 30 } else { 16 << 20 }),
        (Resource::Core, 0),
        (Resource::Nofile, 1024),
    ];
    for (resource, most) in limits {
        // Nobody may raise what is lower already.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// The version of Landlock that is in force.
fn files(policy: &Policy) -> Result<ABI> {
    // What later versions add is handled where the kernel has it; the first one keeps files safe.
    let all = AccessFs::from_all(ABI::V5);
    let status = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(&policy.read, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(&policy.known, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(&policy.write, all & !BitFlags::from(AccessFs::Execute)))?
        .add_rules(path_beneath_rules(&policy.become_, AccessFs::Execute | AccessFs::ReadFile))?
        .restrict_self()?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. }
            if status.ruleset != RulesetStatus::NotEnforced =>
        {
            Ok(effective_abi)
        }
        _ => bail!("this kernel does not have it"),
    }
}

/// What no answer needs, and what ends the process that asks for it.
const DEADLY: [i64; 7] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_reboot,
    libc::SYS_mount,
];

/// What drivers may try, and can do without.
const REFUSED: [i64; 9] = [
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

/// A process that starts another without leave, or goes for the network, is ended by SIGSYS.
fn system_calls(may_start: bool) -> Result<()> {
    let when = |operator, value: i32| {
        let value = u64::from(value.unsigned_abs());
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, operator, value)?;
        SeccompRule::new(vec![condition])
    };
    let families = [libc::AF_INET, libc::AF_INET6, libc::AF_PACKET];
    let network: Result<Vec<SeccompRule>, _> =
        families.into_iter().map(|family| when(SeccompCmpOp::Eq, family)).collect();
    let mut deadly = vec![(libc::SYS_socket, network?)];
    deadly.extend(DEADLY.map(|call| (call, Vec::new())));
    let mut unknown = Vec::new();
    if !may_start {
        // A thread is a clone with this flag. The flags of clone3 are in memory, where no filter looks: the C
        // library takes clone where clone3 is not there.
        let thread = libc::CLONE_THREAD.unsigned_abs();
        let process = when(SeccompCmpOp::MaskedEq(thread.into()), 0)?;
        deadly.push((libc::SYS_clone, vec![process]));
        #[cfg(target_arch = "x86_64")]
        deadly.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
        unknown.push((libc::SYS_clone3, Vec::new()));
    }
    let errno = |number: i32| SeccompAction::Errno(number.unsigned_abs());
    // Of several filters the strictest answer counts.
    filter(deadly, SeccompAction::KillProcess)?;
    filter(REFUSED.map(|call| (call, Vec::new())).into(), errno(libc::EPERM))?;
    if !unknown.is_empty() {
        filter(unknown, errno(libc::ENOSYS))?;
    }
    Ok(())
}

fn filter(rules: Vec<(i64, Vec<SeccompRule>)>, action: SeccompAction) -> Result<()> {
    let rules = rules.into_iter().collect();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, ARCH.try_into()?)?;
    let program: BpfProgram = filter.try_into()?;
    Ok(seccompiler::apply_filter(&program)?)
}
