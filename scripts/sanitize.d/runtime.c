// Reports to ThreadSanitizer how the toolchain's libraries order operations. These libraries are built without it.
// `scripts/sanitize thread` links this file into its programs, in which these symbols override the libraries' symbols.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// These functions belong to the sanitizer and to the concurrency library. Programs that are only used during the build,
// such as macros, don't have them.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);
__attribute__((weak)) void *swift_task_getCurrent(void);

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *self
#define CONTEXT __attribute__((swift_async_context)) void *context
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
  if (__tsan_release) __tsan_release(address);
}

// The fast path of `Mutex` is compiled into our code, so the sanitizer observes its atomic operations. The slow path is
// in a library: the methods `_lockSlow(_:)`, `_tryLockSlow()`, and `_unlockSlow()` of `Synchronization._MutexHandle`.
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

// The end of `Mutex.withLock(_:)`. Each module has a copy of this function, and the linker keeps one of them, which can
// be a copy that was built without the sanitizer. The handle contains the ID of the thread that holds the lock.
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

// A continuation can be resumed before its task waits for it. The library reports the operations before the resumption,
// but not that the task, which continues immediately, comes after them. Each waiting task therefore continues through
// `go_on`, which knows where the task would have continued.
typedef SWIFT_ASYNC void (*Resumption)(CONTEXT);

// The beginnings of `ContinuationAsyncContext` and of `AsyncTask`.
struct Continuation {
  void *parent;
  Resumption resume;
};
struct Task {
  void *job[7];
  Resumption resume;
  void *context;
};

// The waiting tasks, by their continuations. An entry without a continuation is free.
enum { CAPACITY = 1 << 14 };
static struct {
  void *context;
  Resumption resume;
} waiting[CAPACITY];
// The sanitizer must not observe this lock, because it would consider all earlier operations ordered.
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

static void begin(void) {
  while (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire)) sched_yield();
}

static void end(void) { atomic_flag_clear_explicit(&is_taken, memory_order_release); }

// Returns the index of a continuation, or the first free index if it has none.
static size_t place(void *context) {
  size_t place = ((uintptr_t)context >> 4) * 0x9E3779B97F4A7C15u % CAPACITY;
  for (size_t tries = 0; tries < CAPACITY; tries++, place = (place + 1) % CAPACITY)
    if (!waiting[place].context || waiting[place].context == context) return place;
  abort();
}

static void put(void *context, Resumption resume) {
  begin();
  size_t free = place(context);
  waiting[free].context = context;
  waiting[free].resume = resume;
  end();
}

static Resumption take(void *context) {
  begin();
  size_t taken = place(context);
  Resumption resume = waiting[taken].resume;
  waiting[taken].context = NULL;
  // The following entries may be there only because this one was occupied.
  for (size_t next = (taken + 1) % CAPACITY; waiting[next].context; next = (next + 1) % CAPACITY) {
    void *other = waiting[next].context;
    Resumption its = waiting[next].resume;
    waiting[next].context = NULL;
    size_t better = place(other);
    waiting[better].context = other;
    waiting[better].resume = its;
  }
  end();
  return resume;
}

SWIFT_ASYNC static void go_on(CONTEXT) {
  Resumption resume = take(context);
  acquire(swift_task_getCurrent());
  __attribute__((musttail)) return resume(context);
}

SWIFT_ASYNC void swift_continuation_await(struct Continuation *continuation) {
  struct Task *task = swift_task_getCurrent();
  // Since its initialization, the continuation has the same resume function as its task. Another thread can resume the
  // task from now on.
  if (task->resume == continuation->resume) {
    put(continuation, continuation->resume);
    task->resume = go_on;
    continuation->resume = go_on;
  }
  __attribute__((musttail)) return NEXT(SWIFT_ASYNC void (*)(struct Continuation *), "swift_continuation_await")(continuation);
}
