// Starts the console.
import './theme.js';
import { html, render } from './vendor/preact.js';
import { App } from './app.js';
import { resume } from './service/session.js';

resume();
const root = document.getElementById('app');
if (root) render(html`<${App} />`, root);
