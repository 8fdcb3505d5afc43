export function createEventIds(): (callId: string) => string {
  const used = new Set<string>()
  return (callId) => {
    let id = callId
    for (let count = 2; used.has(id); count++) id = `${callId}~${count}`
    used.add(id)
    return id
  }
}
