// The side of ozz-animation, a program that answers lines of its standard input:
//   data                  the skeleton, the clips and the mesh as numbers, so that the other side has the same
//   pose CLIP TIME        the position of each joint in the model
//   time STEP CLIP COUNT  nanoseconds that a step takes for a character, of COUNT characters; a few milliseconds of work
// Arguments: the folder media/bin of ozz-animation.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "framework/mesh.h"
#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/animation_optimizer.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/blending_job.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/io/archive.h"
#include "ozz/base/io/stream.h"
#include "ozz/base/maths/soa_transform.h"
#include "ozz/geometry/runtime/skinning_job.h"

using namespace ozz;
using animation::Animation;
using math::Float4x4;
using math::SoaTransform;
using Raw = animation::offline::RawAnimation;

template <typename T>
void Load(const std::string& path, T* object) {
  io::File file(path.c_str(), "rb");
  io::IArchive archive(&file);
  if (!file.opened() || !archive.TestTag<T>()) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(1);
  }
  archive >> *object;
}

animation::Skeleton skeleton;
sample::Mesh mesh;
Raw raw[2];  // as recorded, and reduced
unique_ptr<Animation> clips[2];

struct Character {
  animation::SamplingJob::Context context;
  vector<SoaTransform> locals, other, blended;
  vector<Float4x4> models, palette;
  float ratio;
};

void Sample(const Animation& clip, Character& character, vector<SoaTransform>& out) {
  animation::SamplingJob job;
  job.animation = &clip;
  job.context = &character.context;
  job.ratio = character.ratio;
  job.output = make_span(out);
  if (!job.Run()) std::abort();
}

void Advance(const Animation& clip, Character& character) {
  character.ratio += 1.f / 60.f / clip.duration();
  if (character.ratio >= 1.f) character.ratio = 0.f;
}

void Blend(Character& character) {
  animation::BlendingJob::Layer layers[2];
  layers[0].transform = make_span(character.locals);
  layers[0].weight = .7f;
  layers[1].transform = make_span(character.other);
  layers[1].weight = .3f;
  animation::BlendingJob job;
  job.layers = layers;
  job.rest_pose = skeleton.joint_rest_poses();
  job.output = make_span(character.blended);
  if (!job.Run()) std::abort();
}

void ToModel(Character& character) {
  animation::LocalToModelJob job;
  job.skeleton = &skeleton;
  job.input = make_span(character.locals);
  job.output = make_span(character.models);
  if (!job.Run()) std::abort();
}

void Palette(Character& character) {
  for (size_t i = 0; i < mesh.joint_remaps.size(); ++i) {
    character.palette[i] = character.models[mesh.joint_remaps[i]] * mesh.inverse_bind_poses[i];
  }
}

void Skin(Character& character, vector<float>& positions, vector<float>& normals) {
  size_t first = 0;
  for (const auto& part : mesh.parts) {
    const int influences = part.influences_count();
    geometry::SkinningJob job;
    job.vertex_count = part.vertex_count();
    job.influences_count = influences;
    job.joint_matrices = make_span(character.palette);
    job.joint_indices = make_span(part.joint_indices);
    job.joint_indices_stride = sizeof(uint16_t) * influences;
    if (influences > 1) {
      job.joint_weights = make_span(part.joint_weights);
      job.joint_weights_stride = sizeof(float) * (influences - 1);
    }
    job.in_positions = make_span(part.positions);
    job.in_positions_stride = sizeof(float) * 3;
    job.in_normals = make_span(part.normals);
    job.in_normals_stride = sizeof(float) * 3;
    const size_t count = part.positions.size();
    job.out_positions = {positions.data() + first, count};
    job.out_positions_stride = sizeof(float) * 3;
    job.out_normals = {normals.data() + first, count};
    job.out_normals_stride = sizeof(float) * 3;
    if (!job.Run()) std::abort();
    first += count;
  }
}

vector<Character> Crowd(int count, const Animation& clip) {
  vector<Character> crowd(count);
  for (int i = 0; i < count; ++i) {
    Character& character = crowd[i];
    character.context.Resize(skeleton.num_joints());
    character.ratio = static_cast<float>(i * 37 % 101) / 101.f;
    for (auto* pose : {&character.locals, &character.other, &character.blended}) {
      pose->resize(skeleton.num_soa_joints());
    }
    character.models.resize(skeleton.num_joints());
    character.palette.resize(mesh.joint_remaps.size());
    Sample(clip, character, character.other);
    Advance(clip, character);
    Sample(clip, character, character.locals);
    ToModel(character);
    Palette(character);
  }
  return crowd;
}

// Returns a function that does a step for all of `count` characters.
std::function<void()> Step(const std::string& name, int clip_index, int count) {
  const Animation* clip = clips[clip_index].get();
  auto crowd = std::make_shared<vector<Character>>(Crowd(count, *clip));
  auto out = std::make_shared<std::pair<vector<float>, vector<float>>>();
  out->first.resize(mesh.vertex_count() * 3);
  out->second.resize(mesh.vertex_count() * 3);
  return [=] {
    for (Character& character : *crowd) {
      const bool all = name == "all";
      if (all || name == "sampling") {
        Advance(*clip, character);
        Sample(*clip, character, character.locals);
      }
      if (name == "blending") Blend(character);
      if (all || name == "matrices") ToModel(character);
      if (all) Palette(character);
      if (name == "skinning") Skin(character, out->first, out->second);
    }
  };
}

// Nanoseconds of this thread.
double Now() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

double Time(const std::function<void()>& step, int calls) {
  const double start = Now();
  for (int call = 0; call < calls; ++call) step();
  return Now() - start;
}

template <typename Keys>
void PrintKeys(const Keys& keys) {
  std::printf("%zu\n", keys.size());
  for (const auto& key : keys) {
    std::printf("%.9g %.9g %.9g %.9g", key.time, key.value.x, key.value.y, key.value.z);
    if constexpr (std::is_same<decltype(key.value), const math::Quaternion>::value ||
                  std::is_same<decltype(key.value), math::Quaternion>::value) {
      std::printf(" %.9g", key.value.w);
    }
    std::printf("\n");
  }
}

void PrintData() {
  std::printf("%d\n", skeleton.num_joints());
  for (int i = 0; i < skeleton.num_joints(); ++i) {
    const SoaTransform& soa = skeleton.joint_rest_poses()[i / 4];
    const auto lane = [i](math::_SimdFloat4 row) {
      float numbers[4];
      math::StorePtrU(row, numbers);
      return numbers[i % 4];
    };
    std::printf("%d", skeleton.joint_parents()[i]);
    for (auto row : {soa.translation.x, soa.translation.y, soa.translation.z, soa.rotation.x, soa.rotation.y,
                     soa.rotation.z, soa.rotation.w, soa.scale.x, soa.scale.y, soa.scale.z}) {
      std::printf(" %.9g", lane(row));
    }
    std::printf("\n");
  }
  for (int clip = 0; clip < 2; ++clip) {
    std::printf("%.9g %zu\n", raw[clip].duration, clips[clip]->size());
    for (const auto& track : raw[clip].tracks) {
      PrintKeys(track.translations);
      PrintKeys(track.rotations);
      PrintKeys(track.scales);
    }
  }
  std::printf("%zu\n", mesh.joint_remaps.size());
  for (size_t i = 0; i < mesh.joint_remaps.size(); ++i) {
    std::printf("%d", mesh.joint_remaps[i]);
    for (int column = 0; column < 4; ++column) {
      float numbers[4];
      math::StorePtrU(mesh.inverse_bind_poses[i].cols[column], numbers);
      std::printf(" %.9g %.9g %.9g", numbers[0], numbers[1], numbers[2]);
    }
    std::printf("\n");
  }
  std::printf("%d\n", mesh.vertex_count());
  for (const auto& part : mesh.parts) {
    const int influences = part.influences_count();
    for (int v = 0; v < part.vertex_count(); ++v) {
      for (int i = 0; i < 3; ++i) std::printf("%.9g ", part.positions[v * 3 + i]);
      for (int i = 0; i < 3; ++i) std::printf("%.9g ", part.normals[v * 3 + i]);
      float rest = 1.f;  // the last weight is not stored
      std::printf("%d", influences);
      for (int i = 0; i < influences; ++i) {
        const float weight = i + 1 < influences ? part.joint_weights[v * (influences - 1) + i] : rest;
        std::printf(" %d %.9g", part.joint_indices[v * influences + i], weight);
        rest -= weight;
      }
      std::printf("\n");
    }
  }
}

void PrintPose(int clip, float time) {
  vector<Character> crowd = Crowd(1, *clips[clip]);
  crowd[0].ratio = time / clips[clip]->duration();
  Sample(*clips[clip], crowd[0], crowd[0].locals);
  ToModel(crowd[0]);
  for (const Float4x4& model : crowd[0].models) {
    float numbers[4];
    math::StorePtrU(model.cols[3], numbers);
    std::printf("%.9g %.9g %.9g\n", numbers[0], numbers[1], numbers[2]);
  }
}

int main(int, char** arguments) {
  const std::string folder = arguments[1];
  Load(folder + "/pab_skeleton.ozz", &skeleton);
  Load(folder + "/pab_walk_raw.ozz", &raw[0]);
  Load(folder + "/arnaud_mesh_4.ozz", &mesh);
  animation::offline::AnimationOptimizer optimizer;  // its own tolerances: 1 mm at 10 cm
  if (!optimizer(raw[0], skeleton, &raw[1])) return 1;
  for (int clip = 0; clip < 2; ++clip) clips[clip] = animation::offline::AnimationBuilder()(raw[clip]);

  const double slice = 3e6;
  std::map<std::string, std::pair<std::function<void()>, int>> steps;
  std::string line, command, name;
  while (std::getline(std::cin, line)) {
    char word[32] = "", step[32] = "";
    float time = 0.f;
    int clip = 0, count = 0;
    std::sscanf(line.c_str(), "%31s", word);
    command = word;
    if (command == "data") {
      PrintData();
    } else if (command == "pose" && std::sscanf(line.c_str(), "pose %d %f", &clip, &time) == 2) {
      PrintPose(clip, time);
    } else if (command == "time" && std::sscanf(line.c_str(), "time %31s %d %d", step, &clip, &count) == 3) {
      auto& known = steps[line];
      if (!known.first) {
        steps.clear();  // only one row's characters are in memory, as on the other side
        auto& fresh = steps[line];
        fresh = {Step(step, clip, count), 1};
        double taken = Time(fresh.first, 1);
        while (taken < slice / 2) {
          fresh.second *= 2;
          taken = Time(fresh.first, fresh.second);
        }
        fresh.second = static_cast<int>(slice / taken * fresh.second) + 1;
      }
      auto& row = steps[line];
      std::printf("%.9g\n", Time(row.first, row.second) / (static_cast<double>(row.second) * count));
    }
    std::fflush(stdout);
  }
  return 0;
}
