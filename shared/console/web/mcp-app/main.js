// Starts the MCP App, which shows the results of tools in a frame of its host.
import { html, render } from '../vendor/preact.js';
import { connect } from './host.js';
import { App } from './view.js';

const root = document.getElementById('app');
if (root) render(html`<${App} />`, root);
connect();
