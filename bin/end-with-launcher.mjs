// Loaded into the launcher's child before its program: stops the child when the launcher ends,
// however it ended.

if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref(); // Watching must not keep a finished command alive.
}
