/** An address that may not or could not be fetched. The message is for the model. */
export class FetchRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FetchRefused'
  }
}
