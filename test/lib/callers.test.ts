// Decides who may call the deployed API: whoever IAM knows, or bearers of one issuer's tokens, and pages of the origins given.

import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { resourceOf, synthesise } from './synth.ts';

const auth = {
  kind: 'jwt',
  issuer: 'https://login.example/',
  audience: ['shop', 'app'],
  tenantClaim: 'custom:shop',
} as const;
const corsOrigins = ['https://shop.example', 'http://localhost:5173'];
const plain = synthesise();
const jwt = synthesise({ auth });
const pages = synthesise({ corsOrigins });

const routesOf = ({ resources }: typeof plain) =>
  Object.values(resources).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route');
const count = ({ resources }: typeof plain, type: string) =>
  Object.values(resources).filter(({ Type }) => Type === type).length;

describe('with tokens', () => {
  test('there is one authorizer: the issuer and its audiences, the token in Authorization', () => {
    expect(resourceOf(jwt, 'AWS::ApiGatewayV2::Authorizer', '').Properties).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer: 'https://login.example/', Audience: ['shop', 'app'] },
    });
  });

  test('every route asks it', () => {
    const [authorizer] = Object.entries(jwt.resources).filter(([, r]) => r.Type === 'AWS::ApiGatewayV2::Authorizer');
    const routes = routesOf(jwt);
    expect(routes.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
      routesOf(plain)
        .map(({ Properties }) => Properties.RouteKey)
        .sort(),
    );
    for (const { Properties } of routes)
      expect(Properties).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: authorizer?.[0] } });
  });

  test('every function is told the same', () => {
    const functions = Object.values(jwt.resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(6);
    for (const { Properties } of functions)
      expect(JSON.parse(Properties.Environment.Variables.SETTINGS).auth).toEqual(auth);
  });
});

test('with signatures there is no authorizer to be asked: IAM is none', () => {
  expect(count(plain, 'AWS::ApiGatewayV2::Authorizer')).toBe(0);
});

describe('from web pages', () => {
  const { CorsConfiguration } = resourceOf(pages, 'AWS::ApiGatewayV2::Api', '').Properties;

  test('of the origins given, and of no other', () => {
    expect(CorsConfiguration.AllowOrigins).toEqual(corsOrigins);
  });

  test('by the methods of the routes', () => {
    const methods = routesOf(pages).map(({ Properties }) => Properties.RouteKey.split(' ')[0]);
    expect(CorsConfiguration.AllowMethods.toSorted()).toEqual([...new Set(methods)].sort());
  });

  // SigV4 in a browser: "Authorization", and the headers that a signature covers beside the host.
  test.each(['authorization', 'content-type', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'])(
    'with the header %s',
    (name) => expect(CorsConfiguration.AllowHeaders).toContain(name),
  );

  test('never with cookies', () => expect(CorsConfiguration.AllowCredentials).toBeUndefined());

  test('asking once in two hours', () => expect(CorsConfiguration.MaxAge).toBe(7_200));

  test('without a route more, and none less guarded', () => {
    const shown = (made: typeof plain) =>
      routesOf(made).map(({ Properties: { RouteKey, AuthorizationType } }) => [RouteKey, AuthorizationType]);
    expect(shown(pages)).toEqual(shown(plain));
  });
});

test('cdk-nag finds nothing with tokens and pages', () => {
  const { app } = synthesise({ auth, corsOrigins });
  expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
});

test('what is not asked for changes nothing', () => {
  expect(synthesise({ auth: { kind: 'iam' }, corsOrigins: [] }).template.toJSON()).toEqual(plain.template.toJSON());
});
