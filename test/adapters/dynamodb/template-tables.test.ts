// The tables that the adapters are tested on are the template's, without what an engine of tests has no use for.

import { expect, test } from 'vitest';
import { createTableInput } from '#local/dynamodb/create-tables.ts';
import { openTemplate, type RawTemplate } from '#local/template/template.ts';
import { synthesise } from '../../lib/synth.ts';
import { IDEMPOTENCY, PAYMENTS } from './template-tables.ts';

const template = openTemplate(synthesise().template.toJSON() as RawTemplate);
const tables = template.ofType<Parameters<typeof createTableInput>[1]>('AWS::DynamoDB::GlobalTable');

test.each([
  ['Payments', PAYMENTS],
  ['Idempotency', IDEMPOTENCY],
])('%s', (name, table) => {
  const synthesised = tables.find((candidate) => candidate.name === name);
  const { StreamSpecification: _, ...input } = createTableInput(name, synthesised?.properties ?? {});
  expect(input).toEqual({ TableName: name, ...table });
});

test('there are no others', () => {
  expect(tables.map(({ name }) => name).sort()).toEqual(['Idempotency', 'Payments']);
});
