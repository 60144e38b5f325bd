// Loaded into the launcher's child before its program: when the launcher is gone, however it went,
// the child stops too.

if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref(); // Watching must not keep a finished command alive.
}
