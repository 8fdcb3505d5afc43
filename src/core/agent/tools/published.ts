import type { PublishedArtifact } from '#ground/turn/schema.ts'

/** What a tool returns that published an artifact: `answer` is for the model, the card for the person. */
export class Published {
  readonly answer: unknown
  readonly artifact: PublishedArtifact
  constructor(answer: unknown, artifact: PublishedArtifact) {
    this.answer = answer
    this.artifact = artifact
  }
}
