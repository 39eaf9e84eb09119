// Decides how a function's code is built: one small ES module with everything in it, by esbuild in this process.

import { join } from 'node:path';
import { AssetHashType, BundlingOutput, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';

const FUNCTIONS = join(import.meta.dirname, '..', '..', 'functions');

/** A bundled CommonJS dependency calls `require`, which an ES module does not have. */
const REQUIRE_BANNER =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

const BUILD: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  banner: { js: REQUIRE_BANNER },
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
          buildSync({ ...BUILD, entryPoints: [entry], outfile: join(outputDir, 'index.mjs') });
          return true;
        },
      },
      // Asked for, and never used: what esbuild cannot build here no container would.
      image: DockerImage.fromRegistry('none'),
    },
  });
