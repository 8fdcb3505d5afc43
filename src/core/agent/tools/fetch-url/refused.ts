export class FetchRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FetchRefused'
  }
}
