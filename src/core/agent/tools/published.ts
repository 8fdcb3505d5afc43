/** An artifact that a call published, for a card beside the answer. */
export interface PublishedArtifact {
  id: string
  title: string
  /** Kind of preview, such as `html`. */
  preview: string
  version: number
}

/** What a tool returns that published an artifact: `answer` is for the model, the card for the person. */
export class Published {
  readonly answer: unknown
  readonly artifact: PublishedArtifact
  constructor(answer: unknown, artifact: PublishedArtifact) {
    this.answer = answer
    this.artifact = artifact
  }
}
