// Whom a route's authorizer lets in here (everybody), and what it tells the function of that caller.

import type { Settings } from '#core/settings/settings.ts';
import type { JsonObject } from '../json.ts';
import { StartError } from '../start-error.ts';
import { ACCOUNT_ID } from '../template/names.ts';
import type { Template } from '../template/template.ts';

export type Authorization =
  | { readonly kind: 'NONE' | 'AWS_IAM' | 'CUSTOM' }
  | { readonly kind: 'JWT'; readonly issuer: string; readonly audience: string; readonly claim: string };

export interface AuthorizedRoute {
  readonly RouteKey: string;
  readonly AuthorizationType?: Authorization['kind'];
  readonly AuthorizerId?: string;
}
interface AuthorizerProperties {
  readonly JwtConfiguration?: { readonly Issuer: string; readonly Audience: readonly string[] };
}
interface FunctionProperties {
  readonly Environment?: { readonly Variables?: { readonly SETTINGS?: string } };
}

/** @param functionArn of the route's function: its settings say which claim it takes for the caller */
export function authorizationOf(template: Template, route: AuthorizedRoute, functionArn: string): Authorization {
  const { RouteKey, AuthorizationType: kind = 'NONE', AuthorizerId } = route;
  if (kind !== 'JWT') return { kind };
  const authorizers = template.ofType<AuthorizerProperties>('AWS::ApiGatewayV2::Authorizer');
  const { Issuer, Audience = [] } =
    authorizers.find(({ ref }) => ref === AuthorizerId)?.properties.JwtConfiguration ?? {};
  const [audience] = Audience;
  if (Issuer === undefined || audience === undefined)
    throw new StartError(`the route ${RouteKey} has no JWT authorizer with an issuer and an audience`);
  return { kind, issuer: Issuer, audience, claim: claimOf(template, functionArn) };
}

function claimOf(template: Template, functionArn: string): string {
  const functions = template.ofType<FunctionProperties>('AWS::Lambda::Function');
  const settings = functions.find(({ arn }) => arn === functionArn)?.properties.Environment?.Variables?.SETTINGS;
  const { auth } = JSON.parse(settings ?? '{}') as Partial<Settings>;
  return auth?.kind === 'jwt' ? auth.tenantClaim : 'sub';
}

/** `requestContext.authorizer` for this principal; undefined where nobody asks who calls. */
export function authorizerContext(authorization: Authorization, principal: string): JsonObject | undefined {
  switch (authorization.kind) {
    case 'AWS_IAM':
      return { iam: iamIdentity(principal) };
    case 'JWT': {
      const { issuer, audience, claim } = authorization;
      // A claim of the caller's may be the subject too; it comes last, so that it is what it was asked to be.
      return { jwt: { claims: { iss: issuer, aud: audience, sub: principal, [claim]: principal }, scopes: null } };
    }
    case 'NONE':
    case 'CUSTOM':
      return undefined;
  }
}

/** An assumed role's session, as a signed request of a service would show it. */
const iamIdentity = (principal: string): JsonObject => ({
  accessKey: 'LOCAL',
  accountId: ACCOUNT_ID,
  callerId: `${principal}:local-session`,
  cognitoIdentity: null,
  principalOrgId: null,
  userArn: `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${principal}/local-session`,
  userId: `${principal}:local-session`,
});
