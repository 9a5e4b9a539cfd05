/** Names and details of the catalogue's records for the pickers. The core keeps the records themselves. */

/** @typedef {import('./inputs/combobox.js').Option} Option */

/** @param {string} text the catalogue as JSON @returns {{models: Option[], devices: Option[]}} */
export function pickerOptions(text) {
  const { models = [], devices = [] } = JSON.parse(text);
  return { models: models.map(modelOption), devices: devices.map(deviceOption) };
}

/** @param {any} record @returns {Option} */
function modelOption({ id, config = {} }) {
  const experts = config.num_experts ?? config.num_local_experts;
  const parts = [config.num_hidden_layers && `${config.num_hidden_layers} layers`, experts && `${experts} experts`];
  return { id, detail: parts.filter(Boolean).join(' · ') };
}

/** @param {any} record @returns {Option} */
function deviceOption({ id, vendor = '', datasheet = {} }) {
  const memory = datasheet.memory_gb ? `${datasheet.memory_gb} GB` : '';
  return { id, detail: [vendor, memory].filter(Boolean).join(' · ') };
}
