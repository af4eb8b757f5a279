import './fonts.css'
import './tokens.css'
import './base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { watchInput } from './lib/focus'
import { startLanguage } from './lib/i18n.svelte'
import { watchNetwork } from './lib/offline.svelte'
import { startRouter } from './lib/router.svelte'
import { show } from './lib/settings.svelte'

show()
watchInput()
startRouter()
watchNetwork()
await startLanguage()
mount(App, { target: document.body })
