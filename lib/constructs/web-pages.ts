// Decides what a web page of an allowed origin may send and read; cookies never, so that no page acts for its visitor unasked.

import { Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, type CorsPreflightOptions } from 'aws-cdk-lib/aws-apigatewayv2';

const SENT = ['authorization', 'content-type', 'idempotency-key', 'prefer'];

/** AWS Signature Version 4, as a browser's SDK signs: the date, the session of temporary keys, the body's hash. */
const SENT_TO_SIGN = ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];

/** Without them a page could neither find the payment that a 202 speaks of, nor wait as long as it is told. */
const READ = ['location', 'retry-after', 'idempotent-replayed', 'preference-applied'];

/** Chromium forgets a preflight's answer after two hours, whatever it is told. */
const REMEMBERED = Duration.hours(2);

/** undefined: no page may call, and no answer speaks of origins. */
export const corsFor = (origins: readonly string[]): CorsPreflightOptions | undefined =>
  origins.length === 0
    ? undefined
    : {
        allowOrigins: [...origins],
        allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST],
        allowHeaders: [...SENT, ...SENT_TO_SIGN],
        exposeHeaders: READ,
        maxAge: REMEMBERED,
      };
