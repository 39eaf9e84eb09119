// The Step Functions client. StartExecution is safe to repeat (named runs), so the SDK's own few retries may stay.

import { SFNClient } from '@aws-sdk/client-sfn';

export const createSFNClient = (): SFNClient =>
  new SFNClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
