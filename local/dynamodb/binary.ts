// Which dynoxide is run: the one that npm installed for this platform, else the first on PATH.

import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

export function dynoxideBinary(
  path = process.env.PATH ?? '',
  platformPackage = `@dynoxide/${process.platform}-${process.arch}`,
) {
  const folders = [packageFolder(platformPackage), ...path.split(delimiter)];
  const binary = folders.map((folder) => folder && join(folder, 'dynoxide')).find((file) => file && isExecutable(file));
  if (binary) return binary;
  throw new StartError(
    `no dynoxide for ${process.platform}-${process.arch}: run npm install without --omit=optional, put dynoxide on PATH, ` +
      'or set DYNAMODB_ENDPOINT to a DynamoDB Local of your own',
  );
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
