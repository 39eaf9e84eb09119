// Decides how a function's code is built: one small ES module with everything in it.

import { join } from 'node:path';
import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

const ROOT = join(import.meta.dirname, '..', '..');

/** A bundled CommonJS dependency calls `require`, which an ES module does not have. */
const REQUIRE_BANNER =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

const BUNDLING: BundlingOptions = {
  format: OutputFormat.ESM,
  mainFields: ['module', 'main'],
  minify: true,
  banner: REQUIRE_BANNER,
  // The SDK comes in our bundle, as it was tested, not as the runtime happens to have it.
  bundleAwsSDK: true,
  externalModules: [],
  logLevel: LogLevel.WARNING,
};

/** `folder` is one of `functions/`; its `handler.ts` exports `handler`. */
export const bundleOf = (folder: string) => ({
  entry: join(ROOT, 'functions', folder, 'handler.ts'),
  projectRoot: ROOT,
  depsLockFilePath: join(ROOT, 'package-lock.json'),
  bundling: BUNDLING,
});
