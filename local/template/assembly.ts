// Where a cloud assembly keeps its one stack's template and each function's code.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { openTemplate, type RawTemplate, type Template } from './template.ts';

export interface Assembly {
  readonly template: Template;
  /** The folder with the code that the template names by its S3 key. */
  codeFolder(s3Key: string): string;
}

interface Manifest {
  readonly artifacts: Record<string, { type: string; properties: { templateFile?: string; file?: string } }>;
}
interface AssetManifest {
  readonly files: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
}

export async function readAssembly(folder: string): Promise<Assembly> {
  const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(folder, file), 'utf8'));
  const artifacts = Object.values((await read<Manifest>('manifest.json')).artifacts);
  const stacks = artifacts.filter(({ type }) => type === 'aws:cloudformation:stack');
  const templateFile = stacks[0]?.properties.templateFile;
  if (templateFile === undefined || stacks.length > 1) {
    throw new StartError(`the app synthesises ${stacks.length} stacks; the local stack serves exactly one`);
  }
  const assetFiles = artifacts.flatMap(({ type, properties }) =>
    type === 'cdk:asset-manifest' && properties.file !== undefined ? [properties.file] : [],
  );
  const assets = await Promise.all(assetFiles.map((file) => read<AssetManifest>(file)));
  const paths = new Map(
    assets
      .flatMap(({ files }) => Object.values(files))
      .flatMap(({ source, destinations }) =>
        Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path)] as const),
      ),
  );
  return {
    template: openTemplate(await read<RawTemplate>(templateFile)),
    codeFolder(s3Key) {
      const path = paths.get(s3Key);
      if (path === undefined) throw new StartError(`the cloud assembly in ${folder} has no asset ${s3Key}`);
      return path;
    },
  };
}
