#pragma once

#include <troupe/deploy/world/world.hpp>

#include <concepts>
#include <functional>
#include <utility>

namespace troupe {

namespace detail {
int run_function(int argc, char** argv, std::function<void(communicator)> body);
int run_coroutine(int argc, char** argv, std::function<task<>(communicator)> body);
}  // namespace detail

/// The whole `main` of a program of ranks: joins the job that launched this process (`troupe run`,
/// `troupe node`, Slurm, Open MPI, torchrun), or, started by hand, runs `--ranks N` ranks (1 if
/// left out) as threads of this process. Runs `body` on every rank of this process and waits for
/// all.
///
/// ```cpp
/// int main(int argc, char** argv) {
///   return troupe::run(argc, argv, [](troupe::communicator world) { world.barrier().get(); });
/// }
/// ```
///
/// Of the arguments only `--ranks N` and `--ranks=N` are looked at, and only when no launcher
/// started the process; all of them remain for the program.
///
/// Returns the exit status: 0 if all bodies returned; 1 if one threw; 2 if the job could not be
/// joined. What went wrong is said on standard error, each rank's failure in a line of its own.
template <blocking_body F>
int run(int argc, char** argv, F body) {
  return detail::run_function(argc, argv,
                              [body = std::move(body)](communicator c) { body(std::move(c)); });
}
template <coroutine_body F>
int run(int argc, char** argv, F body) {
  return detail::run_coroutine(argc, argv, std::move(body));
}

}  // namespace troupe
