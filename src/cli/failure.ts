/** A command that failed, or was called wrongly. The message is one line with the remedy. */
export class CommandFailure extends Error {
  /** 1: it failed; 2: it was called wrongly. */
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
