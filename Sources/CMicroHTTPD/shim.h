// libmicrohttpd, and functions for its variadic functions, which Swift can't call.

#ifndef CAIRN_MICROHTTPD_SHIM_H
#define CAIRN_MICROHTTPD_SHIM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <microhttpd.h>

/// The options of a daemon: a bound listening socket, limits, and callbacks that all receive `context`.
struct cairn_daemon_options {
  int listen_socket;
  unsigned int connection_limit;
  unsigned int connection_timeout;
  size_t connection_memory;
  /// Whether libmicrohttpd itself rejects ambiguous heads, which it can do since 1.0.
  bool is_strict;
  void *context;
  MHD_AcceptPolicyCallback admit;
  MHD_AccessHandlerCallback request;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void (*log)(void *context, const char *line);
};

static inline void cairn_log(void *options, const char *format, va_list arguments) {
  const struct cairn_daemon_options *sink = (const struct cairn_daemon_options *)options;
  char line[512];
  vsnprintf(line, sizeof line, format, arguments);
  sink->log(sink->context, line);
}

/// Starts a daemon with its own thread, which waits with epoll. Returns null if that fails.
/// The options must remain valid until the daemon is stopped.
static inline struct MHD_Daemon *cairn_start_daemon(const struct cairn_daemon_options *options) {
  return MHD_start_daemon(
    // With turbo, a connection is closed without a shutdown, so a socket that was handed over stays open.
    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | MHD_USE_TURBO, 0,
    options->admit, options->context, options->request, options->context,
    // The first option, so that errors in the other options are logged.
    MHD_OPTION_EXTERNAL_LOGGER, cairn_log, (void *)options,
    MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
    MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, options->connection_timeout,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
    MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
    MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
    MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
    MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
    // The first is MHD_OPTION_CLIENT_DISCIPLINE_LVL, which headers before 1.0 don't have. Its level 1 rejects
    // ambiguous heads. Without it, the server reads heads a second time, so libmicrohttpd stays lenient. When 0.9.75
    // rejects a head, it may send the header of its response twice.
    (enum MHD_OPTION)(options->is_strict ? 38 : MHD_OPTION_STRICT_FOR_CLIENT),
    (int)(options->is_strict ? 1 : 0),
    MHD_OPTION_END);
}

/// Makes a response of unknown size, which must have no body, have neither a length nor a transfer coding. The connection
/// is closed after it. Otherwise, libmicrohttpd 0.9.75 sends the last chunk of a body even after a header without one.
static inline void cairn_response_omit_length(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// The context that the connection callback stored for this connection, or null.
static inline void *cairn_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// The size of the request line and the header in bytes, or 0 if they aren't complete.
static inline size_t cairn_connection_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// The client's address, or null.
static inline const struct sockaddr *cairn_connection_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// The connection's socket, or -1.
static inline int cairn_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The number of bytes that have been read from a TCP socket since it was opened, or -1 if the system can't tell.
static inline int64_t cairn_bytes_read(int socket) {
  // The C library's `tcp_info` ends before this field, which Linux has had at this offset since 4.1.
  enum { offset = 128 };
  unsigned char info[offset + sizeof(uint64_t)];
  socklen_t size = sizeof info;
  int unread = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < sizeof info) return -1;
  if (ioctl(socket, FIONREAD, &unread) != 0) return -1;
  uint64_t received;
  memcpy(&received, info + offset, sizeof received);
  // After the client has closed its side, the system counts the end of the stream as one more byte.
  enum { timeWait = 6, closeWait = 8, lastAcknowledgment = 9, closing = 11 };
  unsigned char state = info[0];
  int isEnded = state == timeWait || state == closeWait || state == lastAcknowledgment || state == closing;
  return (int64_t)received - unread - isEnded;
}

/// The system's ID of the current thread. The declaration of `gettid` isn't always visible.
static inline int cairn_thread_id(void) {
  return (int)syscall(SYS_gettid);
}

#endif
