// Who calls: what the gateway's authorizer has checked, in the way that this deployment is set to, and nothing else.

import { assertNever } from '#core/assert-never.ts';
import { iamPrincipal, jwtPrincipal } from '#core/ids/principal.ts';
import type { AuthSettings, JwtSettings } from '#core/settings/settings.ts';
import { type GatewayEvent, isFormat2 } from './payload-format.ts';

/** The parts of both formats' contexts that tell of the caller; the gateway writes them, no caller can. */
interface Context {
  readonly authorizer?: {
    readonly iam?: { readonly accountId?: string | null; readonly userId?: string | null } | null;
    readonly jwt?: { readonly claims?: unknown } | null;
    readonly claims?: unknown;
  } | null;
  readonly identity?: { readonly accountId?: string | null; readonly user?: string | null } | null;
}

/** null: nobody. The kind comes from the settings: an event's own would let whoever adds an authorizer add tenants. */
export function principalOf(event: GatewayEvent, auth: AuthSettings): string | null {
  switch (auth.kind) {
    case 'iam':
      return signer(event);
    case 'jwt':
      return bearer(event, auth);
    default:
      return assertNever(auth);
  }
}

/**
 * account + the role's or user's unique id; what follows the colon is a session name that the caller chose. `user` of
 * format 1.0 is `userId` of 2.0. Not `userArn`: it holds a role's name, and a new role may get an old one's.
 */
function signer(event: GatewayEvent): string | null {
  const { authorizer, identity } = event.requestContext as Context;
  const [accountId, userId] = isFormat2(event)
    ? [authorizer?.iam?.accountId, authorizer?.iam?.userId]
    : [identity?.accountId, identity?.user];
  const uniqueId = userId?.split(':')[0];
  // The root user's id is the account, and so begins that of every federated user: all of them would be one tenant.
  return accountId && uniqueId && !/^\d{12}$/.test(uniqueId) ? iamPrincipal(accountId, uniqueId) : null;
}

/** A REST API's Cognito authorizer puts its claims where an HTTP API's format 1.0 has them. */
function bearer(event: GatewayEvent, { issuer, tenantClaim }: JwtSettings): string | null {
  const { authorizer } = event.requestContext as Context;
  const claims = isFormat2(event) ? authorizer?.jwt?.claims : authorizer?.claims;
  if (typeof claims !== 'object' || claims === null) return null;
  const { iss, [tenantClaim]: value } = claims as Readonly<Record<string, unknown>>;
  // The gateway compares it too; a REST API in front may have been given another issuer's pool.
  if (iss !== issuer) return null;
  return typeof value === 'string' && namesSomebody(value) ? jwtPrincipal(issuer, tenantClaim, value) : null;
}

/** An HTTP API makes text of what is none: `[a b]` of a list, which would be one tenant for whoever has the same list. */
const namesSomebody = (value: string): boolean => value.trim() !== '' && !/^(\[|\{|map\[|<nil>$|null$)/.test(value);
