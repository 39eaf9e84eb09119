// How an invocation ends, in Lambda's words.

import type { Json } from '../json.ts';

export type InvocationResult =
  | { readonly kind: 'answered'; readonly payload: Json }
  | { readonly kind: 'failed'; readonly error: FunctionError }
  | { readonly kind: 'throttled' };

export interface FunctionError {
  /** The error's name, or one of Lambda's: `Sandbox.Timedout`, `Lambda.Unknown`. */
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: string[];
}

/** What goes to a worker thread, JSON as text: a function shares no object with its caller. */
export interface WorkerTask {
  readonly requestId: string;
  readonly event: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: FunctionError }
  | { readonly kind: 'answered'; readonly payload: string }
  | { readonly kind: 'failed'; readonly error: FunctionError };

export interface WorkerSetup {
  readonly codeFolder: string;
  readonly handler: string;
}
