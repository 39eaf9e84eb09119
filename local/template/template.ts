// Which resources the template has of a type, with every reference in them resolved to a local name.

import { StartError } from '../start-error.ts';
import { type Identity, identify, NAME_PROPERTY, PSEUDO_PARAMETERS, readableName } from './names.ts';
import { resolve, type Scope } from './resolve.ts';

export interface RawTemplate {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>
  >;
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
}

/** `P` names the properties that the caller reads; their shapes are CloudFormation's. */
export interface Resource<P> {
  readonly name: string;
  readonly ref: string;
  readonly arn: string;
  readonly properties: P;
}

export interface Template {
  ofType<P>(type: string): readonly Resource<P>[];
}

export function openTemplate(raw: RawTemplate): Template {
  const scope: Scope = {
    ref: (id) => PSEUDO_PARAMETERS[id] ?? raw.Parameters?.[id]?.Default ?? identity(id).ref,
    getAtt: (id, attribute) => identity(id).attributes[attribute] ?? `${id}.${attribute}`,
  };

  const resource = (id: string) => {
    const found = raw.Resources[id];
    if (found === undefined) throw new StartError(`the template refers to ${id}, which it does not have`);
    return found;
  };
  const property = (id: string, key: string) => resolve(resource(id).Properties?.[key], scope);

  function nameOf(id: string): string {
    const { Type } = resource(id);
    const given = NAME_PROPERTY[Type];
    const name = given === undefined ? undefined : property(id, given);
    if (typeof name === 'string') return name;
    const readable = readableName(id, Type);
    const twins = Object.entries(raw.Resources).filter(
      ([other, r]) => r.Type === Type && readableName(other, Type) === readable,
    );
    return twins.length === 1 ? readable : id;
  }

  const identity = (id: string): Identity => identify(resource(id).Type, nameOf(id), (key) => property(id, key));

  return {
    ofType<P>(type: string) {
      return Object.entries(raw.Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id, { Properties = {} }]) => {
          const { ref, arn } = identity(id);
          return { name: nameOf(id), ref, arn, properties: resolve(Properties, scope) as P };
        });
    },
  };
}
