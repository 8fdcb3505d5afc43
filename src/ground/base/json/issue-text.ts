/** The message of an issue of a schema for people: zod calls a field that the sender left out `undefined`. Pure. */
export const issueText = (message: string): string =>
  message
    .replace(/^Invalid input: /, '')
    .replace(/^Invalid discriminator value\. Expected/, 'expected one of')
    .replace(/^expected (.*), received undefined$/s, 'required, expected $1')
