// docs/openapi.yaml against what is deployed and what the code answers: neither has a route or a problem more.

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { KEY_POLICY, PROBLEMS, type ProblemSlug } from '#core/api/problem.ts';
import { type AuthSettings, DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { resourceOf, synthesise } from '../lib/synth.ts';
import { FILE, openapi, operations, requestHeadersOf, responsesOf, slugOf, validator } from './document.ts';

test('it is OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const checked = new Validator();
  expect(await checked.validate(FILE)).toEqual({ valid: true });
  expect(checked.version).toBe('3.1');
  expect(() => checked.resolveRefs()).not.toThrow();
});

test('it has the routes of the template, each with its method, and no other', () => {
  const routes = Object.values(synthesise().resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }) => Properties.RouteKey);
  expect([...operations.keys()].sort()).toEqual(routes.sort());
});

describe('the callers', () => {
  const KINDS = ['iam', 'jwt'] as const satisfies readonly AuthSettings['kind'][];
  const SETTINGS: Record<(typeof KINDS)[number], AuthSettings> = {
    iam: { kind: 'iam' },
    jwt: { kind: 'jwt', issuer: 'https://login.example', audience: ['payments'], tenantClaim: 'sub' },
  };

  test('are known in one of the ways that can be set, everywhere in the same', () => {
    expect(openapi.security).toEqual(KINDS.map((kind) => ({ [kind]: [] })));
    expect(Object.keys(openapi.components.securitySchemes)).toEqual([...KINDS]);
    expect([...operations.values()].filter(({ security }) => security !== undefined)).toEqual([]);
  });

  test.each(KINDS)('%s: the scheme is what the template asks for', (kind) => {
    const resources = Object.values(synthesise({ auth: SETTINGS[kind] }).resources);
    const asked = new Set(
      resources.flatMap(({ Type, Properties }) =>
        Type === 'AWS::ApiGatewayV2::Route' ? [Properties.AuthorizationType] : [],
      ),
    );
    // Security Scheme Object of OpenAPI 3.1; API Gateway's extension for signatures.
    const scheme = {
      iam: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' },
      jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    }[kind];
    expect([...asked]).toEqual([{ iam: 'AWS_IAM', jwt: 'JWT' }[kind]]);
    expect(openapi.components.securitySchemes[kind]).toMatchObject(scheme);
  });
});

describe('a web page that is allowed to call', () => {
  const { CorsConfiguration } = resourceOf(
    synthesise({ corsOrigins: ['https://shop.example'] }),
    'AWS::ApiGatewayV2::Api',
    '',
  ).Properties;

  test('may send every header that is documented', () => {
    const documented = [...operations.keys()].flatMap(requestHeadersOf);
    expect(documented).toContain('idempotency-key');
    expect(CorsConfiguration.AllowHeaders).toEqual(expect.arrayContaining(documented));
  });

  test('may read every header that is documented, and no other', () => {
    const documented = [...operations.keys()].flatMap(responsesOf).flatMap(({ headers }) => Object.keys(headers));
    expect(CorsConfiguration.ExposeHeaders.toSorted()).toEqual([...new Set(documented)].sort());
  });
});

describe('the problems', () => {
  const documented = Object.values(openapi.components.schemas).filter((schema) =>
    JSON.stringify(schema).includes('urn:paid-once:'),
  ) as { required: string[]; properties: { type: { const: string }; status: object; policy?: { const: string } } }[];

  test('are those of the code', () => {
    expect(documented.map(slugOf).sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  test.each(documented.map((schema) => [slugOf(schema) as ProblemSlug, schema] as const))(
    '%s has its status, and is answered with no other',
    (slug, { properties }) => {
      // By the setting keyMismatchStatus (design section 6).
      const statuses = slug === 'key-reused' ? [422, 409] : [PROBLEMS[slug].status];
      expect(properties.status).toMatchObject(slug === 'key-reused' ? { enum: statuses } : { const: statuses[0] });
      expect(properties.policy?.const).toBe(slug.startsWith('key-') ? KEY_POLICY : undefined);
      const answers = [...operations.keys()].flatMap(responsesOf).filter(({ slugs }) => slugs.includes(slug));
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual(statuses.toSorted());
    },
  );
});

test.each([...operations].filter(([, { requestBody }]) => requestBody))(
  'the example of %s is valid',
  (_route, asked) => {
    const { schema, example } = asked.requestBody?.content['application/json'] ?? { schema: {}, example: {} };
    const validate = validator(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(validate({ ...example, more: 1 })).toBe(false);
  },
);

test('the expiry in it is the one in force', () => {
  const { description } = (openapi as unknown as { info: { description: string } }).info;
  expect(description.replace(/\s+/g, ' ')).toContain(
    `A key expires ${DEFAULT_SETTINGS.idempotencyTtlHours} hours after it was last accepted`,
  );
});
