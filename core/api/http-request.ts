// A request as the gateway hands it over, with nothing trusted yet but its principal.

import type { TenantId } from '../ids/tenant-id.ts';

export interface HttpRequest {
  /** From the authorizer only; null: nobody was authenticated. */
  readonly tenant: TenantId | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}
