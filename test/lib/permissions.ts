// Decides how a test reads a role's permissions: which actions on which named resource, over all of the role's policies.

import type { Resource, Synthesised } from './synth.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: object;
}

/** Actions, sorted, by resource; a resource reads as `PaymentsTable.Arn`, generated suffixes left out. A limited action has its condition with it. */
export function permissionsOf({ resources }: Synthesised, roleIdPrefix: string): Record<string, string[]> {
  const granted: Record<string, string[]> = {};
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== 'AWS::IAM::Policy') continue;
    if (!Properties.Roles.some((role: { Ref: string }) => role.Ref.startsWith(roleIdPrefix))) continue;
    for (const statement of Properties.PolicyDocument.Statement as readonly Statement[]) {
      if (statement.Effect !== 'Allow') throw new Error(`unexpected effect ${statement.Effect}`);
      const limit = statement.Condition ? ` if ${JSON.stringify(statement.Condition)}` : '';
      const actions = [statement.Action].flat().map((action) => action + limit);
      for (const resource of [statement.Resource].flat()) {
        const name = nameOf(resource);
        granted[name] = [...(granted[name] ?? []), ...actions].sort();
      }
    }
  }
  return granted;
}

/** What CloudFormation makes first, generated suffixes left out. */
export const madeBefore = ({ DependsOn = [] }: Resource): string[] => DependsOn.map(plain).sort();

/** An intrinsic function as text. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return Ref.startsWith('AWS::') ? `<${Ref}>` : plain(Ref);
  if (Array.isArray(attribute)) return `${plain(attribute[0])}.${attribute[1]}`;
  if (Array.isArray(join)) return (join[1] as readonly unknown[]).map(nameOf).join(join[0] as string);
  throw new Error(`not read: ${JSON.stringify(value)}`);
}

const plain = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');
