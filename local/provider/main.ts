/** The fake provider as a process: `node local/provider/main.ts [--port N] [--parent]`. */
import { readArguments } from './arguments.ts';
import { onParentGone } from './parent-watch.ts';
import { startProvider } from './server.ts';

function fail(message: string, exitCode: number): never {
  console.error(message);
  process.exit(exitCode);
}

const given = readArguments(process.argv.slice(2));
if (given.kind === 'invalid') fail(given.message, 2);

const provider = await startProvider({ port: given.port }).catch((error: Error) => fail(error.message, 1));
const stop = () => void provider.close().then(() => process.exit(0));
process.once('SIGTERM', stop).once('SIGINT', stop);
onParentGone(stop, { byPid: given.watchParent });
console.log(`provider listening on ${provider.url}`);
