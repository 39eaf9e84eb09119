// Decides how a function's code is built: one small CommonJS module with everything in it, by esbuild in this process.

import { join } from 'node:path';
import { AssetHashType, BundlingOutput, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const FUNCTIONS = join(ROOT, 'functions');

export const BUILD: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  // An ES module's `import` of node:http evaluates all that it exports, WebSocket included, and so loads all of undici: a
  // third of a cold start for nothing. `require` takes what is asked for.
  format: 'cjs',
  mainFields: ['module', 'main'],
  minify: true,
  // Lambda gives credentials in the environment alone (docs/decisions/0016).
  alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'adapters', 'lambda', 'credentials.ts') },
  // The SDK comes in our bundle, as it was tested, not as the runtime happens to have it.
  external: [],
  logLevel: 'warning',
};

/** `folder` is one of `functions/`; its `handler.ts` exports `handler`. */
export const bundleOf = (folder: string): Code =>
  Code.fromAsset(join(FUNCTIONS, folder), {
    // The same bytes are the same asset, whatever the sources were.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      outputType: BundlingOutput.NOT_ARCHIVED,
      local: {
        tryBundle: (outputDir) => {
          const entry = join(FUNCTIONS, folder, 'handler.ts');
          buildSync({ ...BUILD, entryPoints: [entry], outfile: join(outputDir, 'index.cjs') });
          return true;
        },
      },
      // Asked for, and never used: what esbuild cannot build here no container would.
      image: DockerImage.fromRegistry('none'),
    },
  });
