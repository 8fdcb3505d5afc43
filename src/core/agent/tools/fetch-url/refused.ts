/** An address that is not fetched, or could not be, with a message for the model. */
export class FetchRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FetchRefused'
  }
}
