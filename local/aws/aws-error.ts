// An answer of an AWS service that says no, by the name that its SDK client throws.

export class AwsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    this.code = code;
  }
}
