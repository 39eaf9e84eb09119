// What an operation of an emulated AWS service is: the request's JSON and who asks -> the answer's JSON, or an AwsError.

import type { JsonObject } from '../json.ts';

/** @param caller the function that asks, '' if unknown */
export type Operation = (request: JsonObject, caller: string) => JsonObject;

/** By `X-Amz-Target`, such as `AWSStepFunctions.StartExecution`. */
export type Operations = Readonly<Record<string, Operation>>;
