// libmicrohttpd, and what of it Swift cannot call: its variadic functions.

#ifndef CAIRN_MICROHTTPD_SHIM_H
#define CAIRN_MICROHTTPD_SHIM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <microhttpd.h>

/// What a daemon is started with: a bound listening socket, limits, and callbacks that all get `context`.
struct cairn_daemon_options {
  int listen_socket;
  unsigned int connection_limit;
  unsigned int connection_timeout;
  size_t connection_memory;
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

/// Starts a daemon with a thread of its own that waits by epoll, or returns null.
/// The options are used until the daemon is stopped.
static inline struct MHD_Daemon *cairn_start_daemon(const struct cairn_daemon_options *options) {
  return MHD_start_daemon(
    // With turbo a connection is closed and not shut down: who has taken its socket over keeps it.
    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | MHD_USE_TURBO, 0,
    options->admit, options->context, options->request, options->context,
    // First, so that the other options can be logged.
    MHD_OPTION_EXTERNAL_LOGGER, cairn_log, (void *)options,
    MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
    MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, options->connection_timeout,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
    MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
    MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
    MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
    MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
    // Heads are read strictly by us. Refused by libmicrohttpd an answer may have its header twice.
    MHD_OPTION_STRICT_FOR_CLIENT, (int)0,
    MHD_OPTION_END);
}

/// What the connection callback kept for this connection, or null.
static inline void *cairn_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// The bytes of the request line and the header, 0 before they are complete.
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

#endif
