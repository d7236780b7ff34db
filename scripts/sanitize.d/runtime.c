// Tells ThreadSanitizer of what the toolchain's libraries, which are built without it, do for the order of things.
// Linked into what `scripts/sanitize thread` builds, where these names come before those of the libraries.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

// Of the sanitizer and of the concurrency library; not in a program that only helps to build, such as a macro.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);
__attribute__((weak)) void *swift_task_getCurrent(void);

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *self
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
  if (__tsan_release) __tsan_release(address);
}

// `Mutex`: the fast way is compiled into our code, where the sanitizer sees its atomic operations; the slow one is in
// a library. The methods `_lockSlow(_:)`, `_tryLockSlow()` and `_unlockSlow()` of `Synchronization._MutexHandle`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
  NEXT(SWIFT void (*)(uint32_t, SELF), LOCK)(thread, self);
  acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
  bool is_locked = NEXT(SWIFT bool (*)(SELF), TRY_LOCK)(self);
  if (is_locked) acquire(self);
  return is_locked;
}

SWIFT void unlock_slow(SELF) {
  release(self);
  NEXT(SWIFT void (*)(SELF), UNLOCK)(self);
}

// The end of `Mutex.withLock(_:)`, a function that each module has of its own and the linker keeps once: it would be
// one of a package that is built without the sanitizer. (The thread that has the lock is in the handle.)
#define END                                                                                                    \
  "$s15Synchronization5MutexVAARi_zrlE8withLockyqd__qd__xzYuqd_0_YKYTXEqd_0_YKs5ErrorRd_0_Ri_d__r0_lF6$deferL_" \
  "yysAERd_0_Ri_zRi_d__r_0_lF"

SWIFT void end_of_lock(uint32_t *handle) __asm__(END);

SWIFT void end_of_lock(uint32_t *handle) {
  release(handle);
  uint32_t thread = (uint32_t)gettid();
  if (!__atomic_compare_exchange_n(handle, &thread, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    NEXT(SWIFT void (*)(SELF), UNLOCK)(handle);
}

// A continuation that is resumed before its task waits for it: the library tells of what comes before, and not that
// the task, which goes on at once, comes after.
SWIFT_ASYNC void swift_continuation_await(void *context);

SWIFT_ASYNC void swift_continuation_await(void *context) {
  acquire(swift_task_getCurrent());
  __attribute__((musttail)) return NEXT(SWIFT_ASYNC void (*)(void *), "swift_continuation_await")(context);
}
