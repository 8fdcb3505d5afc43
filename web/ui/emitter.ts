/** Notifies listeners of changes, in the form that `useSyncExternalStore` requires. */
export interface Emitter {
  emit(): void
  /** @returns The way to listen no more. */
  subscribe(listener: () => void): () => void
}

export function createEmitter(): Emitter {
  const listeners = new Set<() => void>()
  return {
    emit() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
