export const issueText = (message: string): string =>
  message
    .replace(/^Invalid input: /, '')
    .replace(/^Invalid discriminator value\. Expected/, 'expected one of')
    .replace(/^expected (.*), received undefined$/s, 'required, expected $1')
