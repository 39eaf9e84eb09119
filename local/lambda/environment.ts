// What a function finds in process.env: the template's variables and Lambda's own, nothing of this machine's.

import { REGION } from '../template/names.ts';
import type { FunctionDefinition } from './definition.ts';

export interface ServiceEndpoints {
  readonly dynamodb: string;
  /** Serves Step Functions and Secrets Manager. */
  readonly aws: string;
}

export function workerEnvironment(definition: FunctionDefinition, endpoints: ServiceEndpoints): Record<string, string> {
  return {
    ...definition.environment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    // The path tells which function calls: see the schedule, which waits for what its function started.
    AWS_ENDPOINT_URL_SFN: `${endpoints.aws}/${definition.name}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.aws,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    LAMBDA_TASK_ROOT: definition.codeFolder,
    _HANDLER: definition.handler,
    TZ: ':UTC',
  };
}
