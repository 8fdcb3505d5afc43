export const causes = (error: unknown): Error[] => {
  const found: Error[] = []
  for (let inner = error; inner instanceof Error && found.length < 5; inner = inner.cause) found.push(inner)
  return found
}
