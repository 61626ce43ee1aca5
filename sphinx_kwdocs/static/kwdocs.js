/* sphinx-kwdocs: line ranges in the address (#L10-L20), a folder tree that loads one folder at a time, and a field. */
window.kwdocs = (function () {
  "use strict";

  var source = document.querySelector(".kw-source pre");
  var own = document.currentScript.src;
  var waiting = {};

  function lineRange(hash) {
    var match = /^#L(\d+)(?:-L?(\d+))?$/.exec(hash);
    if (!match) { return null; }
    var first = Number(match[1]);
    var last = match[2] ? Number(match[2]) : first;
    return first <= last ? [first, last] : [last, first];
  }

  function selectRange() {
    if (!source) { return; }
    source.querySelectorAll(".kw-selected").forEach(function (line) { line.classList.remove("kw-selected"); });
    var range = lineRange(window.location.hash);
    if (!range) { return; }
    range[1] = Math.min(range[1], source.children.length);
    for (var number = range[0]; number <= range[1]; number++) {
      var line = document.getElementById("L" + number);
      if (line) { line.classList.add("kw-selected"); }
    }
    var first = document.getElementById("L" + range[0]);
    if (first && range[0] !== range[1]) { first.scrollIntoView({ block: "center" }); }
  }

  // Browsers that do not unfold what a link leads into.
  function unfold() {
    var name;
    try { name = decodeURIComponent(window.location.hash.slice(1)); } catch (error) { return; }
    var place = name && document.getElementById(name);
    var box = place && place.closest("details.kw-folded:not([open])");
    if (box) { box.open = true; place.scrollIntoView(); }
  }

  function pickLine(event) {
    var line = event.target.closest("span[id^=L]");
    if (!line || line.parentNode !== source || event.target !== line) { return; }
    // The number is drawn before the line's text, so a click left of the text is a click on the number.
    var text = document.createRange();
    text.selectNodeContents(line);
    var box = text.getClientRects()[0];
    if (box && box.width && event.clientX > box.left) { return; }
    var range = event.shiftKey && lineRange(window.location.hash);
    var number = Number(line.id.slice(1));
    window.location.hash = range && range[0] !== number ? "#L" + Math.min(range[0], number) + "-L" + Math.max(range[0], number)
      : "#L" + number;
    event.preventDefault();
  }

  // A title stands only at the first link to a place; the others get it when a reader points at them.
  var titles = null;

  function giveTitle(event) {
    var link = event.target.closest("a[href]:not([title])");
    if (!link) { return; }
    if (!titles) {
      titles = new Map();
      source.querySelectorAll("a[title]").forEach(function (first) {
        var href = first.getAttribute("href");
        if (!titles.has(href)) { titles.set(href, first.title); }
      });
    }
    link.title = titles.get(link.getAttribute("href")) || "";
  }

  function entry(name, href) {
    var link = document.createElement("a");
    link.textContent = name;
    link.href = href;
    return link;
  }

  function showFolder(data, list, base) {
    data.folders.forEach(function (folder) {
      var item = list.appendChild(document.createElement("li"));
      var details = item.appendChild(document.createElement("details"));
      details.appendChild(document.createElement("summary")).appendChild(entry(folder[0] + "/", new URL(folder[1], base)));
      whenOpened(details, new URL(folder[2], base).href);
    });
    data.files.forEach(function (file) {
      var href = new URL(file[1], base);
      var link = list.appendChild(document.createElement("li")).appendChild(entry(file[0], href));
      if (href.pathname === window.location.pathname) { link.setAttribute("aria-current", "page"); }
    });
    if (data.more) {
      var more = list.appendChild(document.createElement("li")).appendChild(document.createElement("details"));
      more.appendChild(document.createElement("summary")).textContent = "… " + data.left;
      whenOpened(more, new URL(data.more, base).href);
    }
  }

  function whenOpened(details, url) {
    details.addEventListener("toggle", function () {
      if (!details.open || details.dataset.kwLoaded) { return; }
      details.dataset.kwLoaded = "yes";
      var list = details.appendChild(document.createElement("ul"));
      waiting[url] = function (data) { showFolder(data, list, url); };
      var script = document.createElement("script");
      script.src = url;
      document.head.appendChild(script);
    });
  }

  function folder(data) {
    var url = document.currentScript.src;
    if (waiting[url]) { waiting[url](data); }
  }

  // The field needs what finds symbols only when somebody goes to it.
  function offerField(label) {
    var field = label.appendChild(document.createElement("input"));
    field.type = "search";
    field.autocomplete = "off";
    field.spellcheck = false;
    field.addEventListener("focus", function () {
      var script = document.createElement("script");
      script.src = new URL("kwdocs-symbols.js", own).href;
      document.head.appendChild(script);
    }, { once: true });
    label.hidden = false;
  }

  document.querySelectorAll(".kw-find").forEach(offerField);
  document.querySelectorAll(".kw-tree").forEach(function (details) {
    whenOpened(details, new URL(details.dataset.kwFolder, window.location.href).href);
  });
  if (source) {
    source.addEventListener("click", pickLine);
    source.addEventListener("pointerover", giveTitle);
    source.addEventListener("focusin", giveTitle);
  }
  [selectRange, unfold].forEach(function (act) {
    window.addEventListener("hashchange", act);
    act();
  });
  return { folder: folder };
})();
