// A fresh process that imports one bundle, as Lambda's runtime does, and prints the CPU time of it in microseconds.

const [module = ''] = process.argv.slice(2);
const before = process.cpuUsage();
await import(module);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String(user + system));
process.exit(0);
