// What the template says of a function: its code, its handler, its limits, its environment.

import type { Assembly } from '../template/assembly.ts';

export interface FunctionDefinition {
  readonly name: string;
  readonly codeFolder: string;
  /** `file.export`, as Lambda reads it. */
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** undefined: nothing reserved, so calls wait rather than being refused. */
  readonly reservedConcurrency: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

interface FunctionProperties {
  readonly Code: { readonly S3Key: string };
  readonly Handler: string;
  readonly Timeout?: number;
  readonly MemorySize?: number;
  readonly ReservedConcurrentExecutions?: number;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> };
}

/** Lambda's own defaults, where the template is silent. */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;

export function functionDefinitions({ template, codeFolder }: Assembly): FunctionDefinition[] {
  return template.ofType<FunctionProperties>('AWS::Lambda::Function').map(({ name, properties }) => ({
    name,
    codeFolder: codeFolder(properties.Code.S3Key),
    handler: properties.Handler,
    timeoutSeconds: properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS,
    memoryMb: properties.MemorySize ?? DEFAULT_MEMORY_MB,
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    environment: properties.Environment?.Variables ?? {},
  }));
}
