import type { Attempt } from './attempt.ts'

export const READS: readonly Attempt[] = [
  { name: 'cookie-read', js: `return document.cookie` },
  { name: 'cookie-write', js: `document.cookie = 'token=stolen; path=/'; return document.cookie` },
  { name: 'cookie-store', js: `return (await cookieStore.getAll()).map((c) => c.name).join()` },
  { name: 'local-storage', js: `localStorage.setItem('planted', '1'); return String(localStorage.length)` },
  {
    name: 'session-storage',
    js: `sessionStorage.setItem('planted', '1'); return String(sessionStorage.length)`,
  },
  {
    name: 'indexed-db',
    js: `return await new Promise((r, j) => { const q = indexedDB.open('planted'); q.onsuccess = () => r('opened'); q.onerror = j })`,
  },
  { name: 'caches', js: `await caches.open('planted'); return 'opened'` },
  { name: 'file-system', js: `await navigator.storage.getDirectory(); return 'opened'` },
  {
    name: 'service-worker',
    js: `await navigator.serviceWorker.register(location.href); return 'registered'`,
  },
  {
    name: 'service-worker-own',
    js: `await navigator.serviceWorker.register('OWN/artifacts/sw.js?attack'); return 'registered'`,
  },
  {
    name: 'shared-worker',
    js: `return await new Promise((r, j) => { const w = new SharedWorker(location.href); w.onerror = j; w.port.onmessage = () => r('ran') })`,
  },
  {
    name: 'worker-blob',
    js: `return await new Promise((r, j) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = () => r('ran'); w.onerror = j })`,
  },
  {
    name: 'worker-own',
    js: `return await new Promise((r, j) => { const w = new Worker(location.href); w.onmessage = () => r('ran'); w.onerror = j })`,
  },
  {
    name: 'broadcast',
    js: `const c = new BroadcastChannel('app'); const heard = new Promise((r) => (c.onmessage = (e) => r('heard ' + e.data))); c.postMessage('hello from the file'); return await Promise.race([heard, pause(300)])`,
  },
  { name: 'locks', js: `return await navigator.locks.request('app', () => 'held')` },
  { name: 'origin', js: `return self.origin === 'null' ? '' : self.origin` },
  { name: 'parent-document', js: `return parent === self ? '' : parent.document.title` },
  { name: 'parent-location-read', js: `return parent === self ? '' : parent.location.href` },
  { name: 'top-document', js: `return top === self ? '' : top.document.body.innerHTML` },
  { name: 'frame-element', js: `return frameElement ? 'frame' : ''` },
  { name: 'opener', js: `return opener ? 'opener' : ''` },
  {
    name: 'sibling-frames',
    js: `return [...parent.frames].map((f) => { try { return f.document.title } catch { return '' } }).join('')`,
  },
  {
    name: 'post-message',
    js: `const heard = new Promise((r) => addEventListener('message', (e) => r('heard ' + JSON.stringify(e.data)))); for (const w of [parent, top]) if (w !== self) w.postMessage({ type: 'ready' }, '*'); return await Promise.race([heard, pause(300)])`,
  },
  { name: 'referrer', js: `return document.referrer` },
  {
    name: 'fetch-own',
    js: `return (await (await fetch('OWN/api/v1/auths/?attack', { credentials: 'include' })).text())`,
  },
  {
    name: 'fetch-own-no-cors',
    js: `await fetch('OWN/api/v1/auths/?attack=no-cors', { mode: 'no-cors', credentials: 'include' }); return 'sent'`,
  },
  {
    name: 'fetch-own-post',
    js: `await fetch('OWN/api/v1/auths/api_key?attack', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }); return 'sent'`,
  },
  { name: 'fetch-itself', js: `return (await (await fetch(location.href)).text())` },
  {
    name: 'xhr-own',
    js: `const x = new XMLHttpRequest(); x.open('GET', 'OWN/portal/api/me?attack', false); x.withCredentials = false; x.send(); return x.responseText`,
  },
  {
    name: 'beacon-own',
    js: `return navigator.sendBeacon('OWN/api/v1/auths/signout?attack', 'x') && pause(50)`,
  },
  {
    name: 'websocket-own',
    js: `const s = new WebSocket('OWN/ws/socket.io/?attack'.replace('http', 'ws')); return await new Promise((r, j) => { s.onopen = () => r('open'); s.onerror = j })`,
  },
  {
    name: 'event-source-own',
    js: `const s = new EventSource('OWN/api/v1/chats/x/events?attack', { withCredentials: true }); return await new Promise((r, j) => { s.onopen = () => r('open'); s.onerror = () => { s.close(); j() } })`,
  },
  {
    name: 'script-own',
    js: `return await new Promise((r, j) => document.head.append(Object.assign(document.createElement('script'), { src: 'OWN/svc-portal-navigation.js?attack', onload: () => r('ran'), onerror: j })))`,
  },
  {
    name: 'image-own',
    js: `return await new Promise((r, j) => Object.assign(new Image(), { src: 'OWN/favicon.svg?attack', onload: () => r('loaded'), onerror: j }))`,
  },
  {
    name: 'frame-own',
    js: `const f = Object.assign(document.createElement('iframe'), { src: 'OWN/portal/?attack' }); const end = new Promise((r) => (f.onload = r)); document.body.append(f); await Promise.race([end, pause(300)]); return f.contentDocument ? f.contentDocument.title : ''`,
  },
  { name: 'clipboard-read', js: `return await navigator.clipboard.readText()` },
  {
    name: 'geolocation',
    js: `return await new Promise((r, j) => navigator.geolocation.getCurrentPosition(() => r('position'), j))`,
  },
  { name: 'microphone', js: `await navigator.mediaDevices.getUserMedia({ audio: true }); return 'stream'` },
  {
    name: 'notification',
    js: `return (await Notification.requestPermission()) === 'granted' ? 'granted' : ''`,
  },
  { name: 'password', js: `return (await navigator.credentials.get({ password: true })) ? 'password' : ''` },
  { name: 'storage-access', js: `await document.requestStorageAccess(); return 'granted'` },
  { name: 'dialog', js: `return prompt('Password?', 'typed') ?? ''` },
  {
    name: 'history-own',
    js: `history.pushState({}, '', '/portal/?attack'); location.reload()`,
    alone: 'always',
  },
  {
    name: 'document-domain',
    js: `const before = document.domain; document.domain = '127.0.0.1'; return document.domain === before ? '' : document.domain`,
  },
  { name: 'fullscreen', js: `await document.documentElement.requestFullscreen(); return 'full'` },
]
