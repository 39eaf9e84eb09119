// docs/openapi.yaml as the tests read it: operations, their responses, and the schemas as closed as our answers are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

export const FILE = join(import.meta.dirname, '../../docs/openapi.yaml');

type Json = Readonly<Record<string, unknown>>;
interface Header {
  readonly required?: boolean;
  readonly schema: Json;
}
interface Response {
  readonly headers?: Readonly<Record<string, Header | Ref>>;
  readonly content: Readonly<Record<string, { readonly schema: Json }>>;
}
interface Ref {
  readonly $ref: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Ref | { readonly in: string; readonly name: string })[];
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, Response | Ref>>;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Json; readonly example: Json } };
  };
}

export const openapi: {
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', Operation>>>>;
  /** One of them is enough. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly securitySchemes: Readonly<Record<string, Json>>;
  };
} = parse(readFileSync(FILE, 'utf8'));

export interface DocumentedResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly schema: Json;
  readonly headers: Readonly<Record<string, Header>>;
  /** Of the problems that it may be, if it is one. */
  readonly slugs: readonly string[];
}

/** `POST /orders` -> what is documented of it. */
export const operations = new Map<string, Operation>(
  Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ),
);

export function responsesOf(route: string): DocumentedResponse[] {
  return Object.entries(operations.get(route)?.responses ?? {}).flatMap(([status, given]) => {
    const { content, headers = {} } = resolved<Response>(given);
    return Object.entries(content).map(([mediaType, { schema }]) => ({
      status: Number(status),
      mediaType,
      schema,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolved<Header>(header)]),
      ),
      slugs: mediaType === 'application/problem+json' ? slugsOf(schema) : [],
    }));
  });
}

/** Names in lower case. */
export const requestHeadersOf = (route: string): string[] =>
  (operations.get(route)?.parameters ?? [])
    .map((given) => resolved<{ in: string; name: string }>(given))
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name.toLowerCase());

const slugsOf = (schema: Json): string[] =>
  ((schema.oneOf as Json[] | undefined) ?? [schema]).map((one) =>
    slugOf(resolved<{ properties: { type: { const: string } } }>(one)),
  );

export const slugOf = (schema: { properties: { type: { const: string } } }): string =>
  schema.properties.type.const.replace('urn:paid-once:', '');

function resolved<T>(given: unknown): T {
  const ref = (given as { $ref?: string }).$ref;
  if (ref === undefined) return given as T;
  const names = ref.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((at, name) => (at as Json)[name], openapi) as T;
}

/** A caller must bear new members; a test must not, or a member would be answered that nobody documents. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inside && inside.type === 'object' ? { ...inside, additionalProperties: false } : inside;
};

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addVocabulary(['components']);

export const validator = (schema: Json): ValidateFunction =>
  ajv.compile({ allOf: [closed(schema)], components: closed(openapi.components) });
