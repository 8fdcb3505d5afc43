export interface SeenEvent<Name extends string> {
  name: Name
  fields: Record<string, unknown>
}

export function seenEvents<Name extends string>() {
  const events: SeenEvent<Name>[] = []
  const watchers = new Set<() => void>()
  return {
    events,
    note(name: Name, fields: object): void {
      events.push({ name, fields: { ...fields } })
      for (const watcher of watchers) watcher()
    },
    event: (name: Name, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find(
            (event) =>
              event.name === name &&
              Object.entries(fields).every(([key, value]) => event.fields[key] === value),
          )
          if (!found) return
          watchers.delete(look)
          resolve(found.fields)
        }
        watchers.add(look)
        look()
      }),
  }
}
