/** `arn:…:stateMachine:<machine>` and a run's name give `arn:…:execution:<machine>:<name>`. */
export const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
