// docs/openapi.yaml against what is deployed and what the code answers: neither has a route or a problem more.

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { KEY_POLICY, PROBLEMS, type ProblemSlug } from '#core/api/problem.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { synthesise } from '../lib/synth.ts';
import { FILE, openapi, operations, responsesOf, slugOf, validator } from './document.ts';

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
