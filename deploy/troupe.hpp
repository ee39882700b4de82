#pragma once

/// The whole of Troupe's public interface.

#include <troupe/actors/future/any.hpp>
#include <troupe/actors/future/combine.hpp>
#include <troupe/actors/future/future.hpp>
#include <troupe/actors/future/task.hpp>
#include <troupe/actors/reduction.hpp>
#include <troupe/actors/tensor.hpp>
#include <troupe/collectives/communicator.hpp>
#include <troupe/deploy/run.hpp>
#include <troupe/deploy/world/world.hpp>
